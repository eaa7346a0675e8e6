// The simulated provider's browser half. Card numbers go from here to the provider's own address
// and nowhere else.
(() => {
  async function createToken({ number, expiry, cvv, cardholderName, billing }) {
    const answer = await fetch('/sandbox/pay/tokens', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ number, expiry, cvv, cardholderName, billing }),
    });
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) {
      const failure = new Error(
        body.error?.message ?? 'The card could not be checked. Please try again.',
      );
      throw Object.assign(failure, { status: answer.status, field: body.error?.field });
    }
    return body;
  }
  window.PortsidePay = Object.freeze({ createToken });
})();
