/* A photo chosen in a form of the desk is made smaller before it is sent; without this script it goes as it is, if it is not too large. */
'use strict';

(function () {
  const LONGEST = 1800; /* pixels: a slip stays legible */
  const QUALITY = 0.82;

  async function smaller(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((give) => canvas.toBlob(give, 'image/jpeg', QUALITY));
  }

  document.querySelectorAll('[data-shrink] input[type=file]').forEach((input) => input.addEventListener('change', async () => {
    const file = input.files[0];
    if (!file) return;
    const button = input.form.querySelector('button:not([type=button])');
    button.disabled = true;
    try {
      const kept = new DataTransfer();
      kept.items.add(new File([await smaller(file)], 'photo.jpg', { type: 'image/jpeg' }));
      input.files = kept.files;
    } catch (e) {
      /* this browser cannot: the server says so if the picture is too large */
    }
    button.disabled = false;
  }));
})();
