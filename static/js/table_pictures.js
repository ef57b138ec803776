/* 拍报告单: a photo is made smaller here before it is sent, which also leaves behind where and with what it was taken. */
'use strict';

(function () {
  const V = Mingpai.view;
  const pictures = {};
  Mingpai.pictures = pictures;
  const LONGEST = 1800; /* pixels: a slip stays legible */
  const QUALITY = 0.82;

  /* Once there is something on paper worth a photo. */
  pictures.offered = (page) => Boolean(page.state.match) && page.state.device.kind !== 'official' && ['full', 'confirmed'].indexOf(page.phase) >= 0 && !page.state.published;

  /* A canvas of the picture, upright; the original where this browser cannot draw it and it is small enough as it is. */
  pictures.smaller = async function (file) {
    try {
      const picture = await createImageBitmap(file);
      const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
      return await new Promise((give) => canvas.toBlob(give, 'image/jpeg', QUALITY));
    } catch (e) {
      return file;
    }
  };

  /* {sha256} or {reason}. */
  pictures.keep = async function (to, picture, what, side) {
    if (!picture) return {};
    const answer = await Mingpai.ask(to.url + 'attachments/?what=' + what + (side ? '&side=' + side : ''), {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Bearer ' + to.token, 'Content-Type': picture.type, 'Idempotency-Key': Mingpai.uuid(), 'Accept-Language': document.documentElement.lang },
      body: picture,
    });
    if (answer.status >= 200 && answer.status < 300) return { sha256: answer.body.attachment };
    return { reason: answer.status >= 400 && answer.status < 500 ? Mingpai.foot.messageOf(answer.body || {}) : '' };
  };

  pictures.told = () => {}; /* the page says how it went */

  V.byId('shoot').addEventListener('change', async (event) => {
    const file = event.target.files[0];
    event.target.value = '';
    if (!file) return;
    const state = Mingpai.state;
    pictures.told(V.word('photo_sending'), true);
    let kept = {};
    try {
      const token = V.store.get('mingpai.token.' + state.device.pid) || '';
      kept = await pictures.keep({ url: state.api, token: token }, await pictures.smaller(file), 'sheet', '');
    } catch (e) {
      kept = {};
    }
    pictures.told(kept.sha256 ? V.word('photo_kept') : kept.reason || V.word('photo_failed'), Boolean(kept.sha256));
  });
})();
