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
    ask(form).then(
      (credential) => {
        form.elements.credential.value = JSON.stringify(credential);
        form.submit();
      },
      () => {
        problem.textContent = 'No passkey was used.';
        problem.hidden = false;
      },
    );
  });
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
