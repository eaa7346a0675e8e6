const { factories } = require('@strapi/strapi');

module.exports = factories.createCoreController('api::harbor-net-meta-data.harbor-net-meta-data');
