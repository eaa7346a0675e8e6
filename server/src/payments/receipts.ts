import * as account from '../account/account.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import type { Customer } from '../http/who.ts';
import { outcomeOf, readPayment } from './history.ts';
import { receiptPage } from './receipt-page.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { writeReceipt, type Receipt } from './receipt.ts';

/** @throws No `not_found`, for another customer's payment too */
export async function printReceipt(app: App, who: Customer, id: string) {
  const receipt = await receiptOf(app, who, id);
  return { fileName: `${who.brand.id}-receipt-${id}.html`, content: receiptPage(receipt) };
}

/** @throws No `not_found`, for another customer's payment too */
export async function downloadReceipt(app: App, who: Customer, id: string) {
  const receipt = await receiptOf(app, who, id);
  const made = { author: who.brand.company, at: app.clock.now() };
  return {
    fileName: `${who.brand.id}-receipt-${id}.pdf`,
    content: await receiptPdf(receipt, made),
  };
}

async function receiptOf(app: App, who: Customer, id: string): Promise<Receipt> {
  const row = await readPayment(app, who, id);
  const [person, sellerAddress] = await Promise.all([
    account.viewPerson(app.db.query, who.tenant, who.customerId),
    addressOfSeller(app, who),
  ]);
  return writeReceipt(row, outcomeOf(row), {
    brand: who.brand,
    language: who.language,
    person,
    sellerAddress,
  });
}

/** A content service that is down takes the street from a receipt, not the receipt. */
async function addressOfSeller(app: App, who: Customer): Promise<string> {
  try {
    const footer = await app.adapters.content.footer(who.brand.id);
    return footer.data.attributes.address;
  } catch (error) {
    if (error instanceof OutsideFailure) return '';
    throw error;
  }
}
