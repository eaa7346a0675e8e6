import { bigDatabase } from '../server/src/testing/big-database.ts';

/**
 * `node bench/big-database.ts 10000000`: makes the database with so many orders on the server of
 * TEST_DATABASE_URL, where it is not there yet.
 */
const [orders = '10000000'] = process.argv.slice(2);
const server = process.env.TEST_DATABASE_URL;
if (!server) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server');
const { settings, size, bytes, seconds } = await bigDatabase(server, Number(orders));
const gigabytes = (bytes / 2 ** 30).toFixed(2);
const how = seconds === undefined ? 'was there' : `made in ${seconds.toFixed(0)} s`;
console.log(`${new URL(settings.url).pathname.slice(1)}: ${gigabytes} GB, ${how}`, size);
