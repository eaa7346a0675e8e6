import { settingKind } from '../../../settings/setting-kinds.ts';

export const strapiSettings = settingKind('strapi', 'Strapi 4 or 5', {
  url: {
    name: 'STRAPI_URL',
    about: 'the address of a Strapi: https://cms.carrier.example',
    address: true,
  },
  token: {
    name: 'STRAPI_TOKEN',
    about: 'an API token that may find; not needed where the public role may',
    secret: true,
    optional: true,
  },
  mediaUrl: {
    name: 'STRAPI_MEDIA_URL',
    about:
      'where browsers load pictures from, unless it is STRAPI_URL: https://media.carrier.example',
    address: true,
    optional: true,
  },
});
