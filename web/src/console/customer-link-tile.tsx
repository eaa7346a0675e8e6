import { viewCustomer } from '@portside/contract/console/customers';
import { TextLink } from '../ui/text-link.tsx';
import { useMe } from './me.ts';

interface CustomerLinkProps {
  id: string | null | undefined;
  /** Masked; none once the account is closed. */
  name: string | null | undefined;
}

/** To the customer's page, which asks for a verified caller first (L04). */
export function CustomerLink({ id, name }: CustomerLinkProps) {
  const me = useMe();
  if (!id || !me.can.includes(viewCustomer.name)) return null;
  return (
    <TextLink className="inline-flex min-h-6 items-center" to={`/customers/${id}`}>
      {name ?? 'A closed account'}
    </TextLink>
  );
}

/** What a button of a row about a customer says after the row’s own words. */
export function useOfWhom() {
  const me = useMe();
  const maySee = me.can.includes(viewCustomer.name);
  return ({ customer }: { customer?: string | null | undefined }) =>
    maySee && customer ? `, ${customer}` : '';
}
