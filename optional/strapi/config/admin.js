// Nobody logs in: the test seeds what it reads.
module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'test-only' },
  apiToken: { salt: 'test-only' },
  transfer: { token: { salt: 'test-only' } },
  secrets: { encryptionKey: 'test-only-test-only-test-only-00' },
};
