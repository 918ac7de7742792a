/**
 * Asks the browser for a passkey when a form with `data-passkey` is submitted, and sends its answer in the
 * field `credential`.
 */
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (isPossible()) prepare(form);
}

function isPossible() {
  return typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

function prepare(form) {
  const problem = form.querySelector('[role=alert]');
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    problem.hidden = true;
    void submit(form, problem);
  });
}

async function submit(form, problem) {
  try {
    form.elements.credential.value = JSON.stringify(await ask(form));
    form.submit();
  } catch {
    problem.textContent = form.dataset.problem;
    problem.hidden = false;
  }
}

async function ask(form) {
  const request = JSON.parse(form.dataset.request);
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(request),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(request),
        });
  return credential.toJSON();
}
