const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreRouter('api::harbor-net-meta-data.harbor-net-meta-data');
