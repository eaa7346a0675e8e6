import type { App, PaidFor } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { Document } from '../http/document.ts';
import type { Customer, Owner } from '../http/who.ts';
import { sweep } from '../jobs/sweep.ts';
import { otherPayers } from './cardholders.ts';
import { numbersOf, ordersOf, readPayment } from './history.ts';
import { outcomeOf } from './outcome-wording.ts';
import { lookOf } from './receipt-look.ts';
import { receiptPage } from './receipt-page.ts';
import { customerLines, sellerAt, sellerOf } from './parties.ts';
import { type Receipt, writeReceipt } from './receipt.ts';
import type { ChargedRow } from './rows.ts';
import * as transactionStore from './transaction-store.ts';
import { viewPerson } from '../account/person.ts';

/** @throws No `not_found`, also for another customer's payment */
export async function printReceipt(
  app: App,
  who: Customer,
  { id }: { id: string },
): Promise<Document> {
  const { receipt } = await receiptOf(app, who, id);
  return new Document({
    fileName: `${who.brand.id}-receipt-${id}.html`,
    content: receiptPage(receipt, lookOf(who.brand)),
  });
}

export async function downloadReceipt(
  app: App,
  who: Customer,
  { id }: { id: string },
): Promise<Document> {
  const content = await pdfOf(app, who.brand, await receiptOf(app, who, id));
  return new Document({ fileName: `${who.brand.id}-receipt-${id}.pdf`, content });
}

async function pdfOf(
  app: App,
  brand: Brand,
  { receipt, seller }: { receipt: Receipt; seller: { company: string } },
): Promise<Buffer> {
  const made = { author: seller.company, at: app.clock.now() };
  // Loaded late: the PDF writer is large.
  const { receiptPdf } = await import('./receipt-pdf.ts');
  return receiptPdf(receipt, lookOf(brand), made);
}

const BATCH = 1000;

/** Adds the seller to receipts from before it was stored, or made while the address was unknown. */
export async function freezeReceipts(app: App): Promise<void> {
  const freeze = (brand: Brand) => freezeReceiptsOf(app, brand);
  await sweep(app, app.brands.all, freeze, 'a brand’s receipts could not be frozen yet');
}

async function freezeReceiptsOf(app: App, brand: Brand): Promise<void> {
  const seller = await sellerOf(app, brand);
  if (!seller) return;
  const tenant = brand.client.mvnoId;
  let frozen = BATCH;
  while (frozen === BATCH) {
    frozen = await transactionStore.freezeSeller(app.db.query, tenant, seller, BATCH);
  }
}

/** As it was when paid, in words for a bank. Empty for what has no receipt. */
export async function receiptText(
  app: App,
  brand: Brand,
  owner: Owner,
  charge: { id: string; item: string },
): Promise<{ item: string; customer: readonly string[]; text: string }> {
  const found = await receiptForBank(app, brand, owner, charge);
  if (!found) return { item: charge.item, customer: [], text: charge.item };
  const { receipt, row } = found;
  const rows = [
    ...receipt.facts,
    ...receipt.groups.flatMap(({ heading, rows: lines }) => [[heading, ''] as const, ...lines]),
    receipt.total,
  ];
  const words = rows.map(([label, value]) => (value ? `${label}: ${value}` : `${label}:`));
  const text = [...receipt.seller, ...words].join('\n');
  return { item: row.item, customer: row.customer, text };
}

/** The same as its customer has it. Undefined for what has no receipt. */
export async function receiptFile(
  app: App,
  brand: Brand,
  owner: Owner,
  charge: { id: string },
): Promise<Buffer | undefined> {
  const found = await receiptForBank(app, brand, owner, charge);
  return found && pdfOf(app, brand, found);
}

async function receiptForBank(app: App, brand: Brand, owner: Owner, charge: { id: string }) {
  const row = await transactionStore.transactionOfCharge(app.db.query, owner, charge.id);
  if (!row) return undefined;
  const seller = row.seller ?? (await sellerOf(app, brand)) ?? sellerAt(brand, '');
  const receipt = writeReceipt(row, outcomeOf(row), {
    seller,
    customer: [...row.customer],
    language: 'en',
    paidFor: await paidForOf(app, owner, row),
    numbers: await numbersOf(app, owner, [row]),
  });
  return { receipt, seller, row };
}

/** As it was when paid, whatever account and brand say today. */
async function receiptOf(app: App, who: Customer, id: string) {
  const row = await readPayment(app, who, id);
  const known = { customer: row.customer, seller: row.seller };
  if (known.customer.length === 0) {
    const person = await viewPerson(app.db.query, who);
    known.customer = customerLines(person);
    await transactionStore.freezeCustomer(app.db.query, id, known.customer);
  }
  // Without the content service the receipt lacks the street only.
  const seller = known.seller ?? (await sellerOf(app, who.brand)) ?? sellerAt(who.brand, '');
  const { customer } = known;
  const receipt = writeReceipt(row, outcomeOf(row), {
    seller,
    customer,
    language: who.language,
    paidFor: await paidForOf(app, who, row),
    numbers: await numbersOf(app, who, [row]),
    payer: (await otherPayers(app.db.query, who, [row])).get(row.payer_id),
  });
  return { receipt, seller };
}

/** A try that failed paid for nothing, also when the next one did. */
const paidForOf = async (app: App, owner: Owner, row: ChargedRow) =>
  row.successful ? app.paidFor(app.db.query, owner, ordersOf(row)) : new Map<string, PaidFor>();
