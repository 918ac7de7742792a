/** Saves the year's card as a PNG, which the browser draws. Without this script, the SVG itself is saved. */
for (const link of document.querySelectorAll('a[data-card]'))
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void save(link);
  });

async function save(link) {
  const picture = new Image(1080, 1350);
  picture.src = link.href;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext('2d').drawImage(picture, 0, 0, picture.width, picture.height);
  canvas.toBlob((blob) => {
    const saved = document.createElement('a');
    saved.href = URL.createObjectURL(blob);
    saved.download = link.download.replace('.svg', '.png');
    saved.click();
    URL.revokeObjectURL(saved.href);
  }, 'image/png');
}
