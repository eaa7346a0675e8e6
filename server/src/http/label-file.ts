import type { ShownLabel } from '@portside/contract/plan-label';
import { csvRecord } from '../formats/csv.ts';

export function labelRecord(label: ShownLabel, site: string): Record<string, string> {
  const speed = (of: 'download' | 'upload' | 'latency') =>
    label.speeds.map((one) => `${one.generation}: ${one[of]}`).join('; ');
  const monthly = label.monthlyFees;
  const once = label.oneTimeFees;
  return {
    provider_name: label.provider,
    unique_plan_id: label.uniquePlanId,
    plan_name: label.planName,
    service_type: 'Mobile',
    monthly_price: label.monthlyPrice.toFixed(2),
    introductory_rate: label.introductory ? 'Yes' : 'No',
    introductory_months: String(label.introductory?.months ?? ''),
    price_after_introductory: label.introductory?.priceAfter.toFixed(2) ?? '',
    contract_required: label.contract.months > 0 ? 'Yes' : 'No',
    contract_months: String(label.contract.months),
    contract_terms_url: label.contract.url ?? '',
    provider_monthly_fees: monthly.map((one) => `${one.name}: ${one.amount.toFixed(2)}`).join('; '),
    one_time_fee_name: once.map((one) => one.name).join('; '),
    one_time_fee_amount: once.map((one) => one.amount.toFixed(2)).join('; '),
    early_termination_fee: label.earlyTerminationFee.toFixed(2),
    government_taxes: label.governmentTaxes === 'included' ? 'Included' : 'Varies by location',
    pass_through_fees: label.passThroughFees ?? '',
    discounts_bundles_url: absolute(label.discountsUrl, site),
    typical_download_mbps: speed('download'),
    typical_upload_mbps: speed('upload'),
    typical_latency_ms: speed('latency'),
    data_included: label.includedData,
    additional_data_charge: label.additionalData,
    network_management_url: absolute(label.networkManagementUrl, site),
    privacy_policy_url: absolute(label.privacyUrl, site),
    support_phone: label.supportPhone,
    support_url: absolute(label.supportUrl, site),
  };
}

export function labelCsv(records: readonly Record<string, string>[]): string {
  const names = Object.keys(records[0] ?? {});
  const rows = [names, ...records.map((record) => names.map((name) => record[name] ?? ''))];
  return rows.map(csvRecord).join('');
}

const absolute = (url: string, site: string) => (url.startsWith('/') ? site + url : url);
