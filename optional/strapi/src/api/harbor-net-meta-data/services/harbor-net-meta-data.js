const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreService('api::harbor-net-meta-data.harbor-net-meta-data');
