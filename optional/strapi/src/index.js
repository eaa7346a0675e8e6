const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');

const FOOTER = 'api::footer.footer';
const METAS = 'api::harbor-net-meta-data.harbor-net-meta-data';
/** More than one page of the list. */
const MANY = 130;

/** What test/strapi.test.mjs reads. */
module.exports = {
  async bootstrap({ strapi }) {
    await strapi.plugin('i18n').service('locales').create({ code: 'es', name: 'Spanish (es)' });
    await mayRead(strapi, [`${FOOTER}.find`, `${METAS}.find`]);
    const logo = await upload(strapi);
    const footer = await strapi.documents(FOOTER).create({
      data: {
        address: '1 Example Way\nSpringfield, IL 62701',
        social: [
          { link: 'https://social.example/harbor', logo: logo.id },
          { link: 'https://video.example/harbor' },
          { link: 'javascript:alert(1)' },
        ],
      },
      status: 'published',
    });
    await strapi.documents(FOOTER).update({
      documentId: footer.documentId,
      data: { address: 'A draft that nobody may see' },
    });
    const meta = (page, metaTitle) => ({
      name: page,
      metaData: { page, metaTitle, metaDescription: 'From the editor' },
    });
    const home = await strapi
      .documents(METAS)
      .create({ data: meta('home', 'Harbor, as the editor says'), status: 'published' });
    await strapi.documents(METAS).update({
      documentId: home.documentId,
      locale: 'es',
      data: meta('home', 'Harbor en español'),
      status: 'published',
    });
    await strapi.documents(METAS).create({ data: meta('about', 'An unpublished draft') });
    for (let at = 0; at < MANY; at += 1) {
      await strapi
        .documents(METAS)
        .create({ data: meta(`page-${at}`, `Title ${at}`), status: 'published' });
    }
  },
};

async function mayRead(strapi, actions) {
  const role = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  for (const action of actions) {
    await strapi.db
      .query('plugin::users-permissions.permission')
      .create({ data: { action, role: role.id } });
  }
}

async function upload(strapi) {
  const filepath = path.join(os.tmpdir(), `portside-logo-${process.pid}.svg`);
  await fs.copyFile(path.join(__dirname, '../seed/logo.svg'), filepath);
  const { size } = await fs.stat(filepath);
  const [file] = await strapi
    .plugin('upload')
    .service('upload')
    .upload({
      data: { fileInfo: { name: 'logo.svg' } },
      files: { filepath, originalFilename: 'logo.svg', mimetype: 'image/svg+xml', size },
    });
  return file;
}
