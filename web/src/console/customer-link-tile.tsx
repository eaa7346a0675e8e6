import { viewCustomer } from '@portside/contract/console/customers';
import { TextLink } from '../ui/text-link.tsx';
import { useMe } from './me.ts';

/** To the customer's page, which asks for a verified caller first (L04). */
export function CustomerLink({ id }: { id: string | null | undefined }) {
  const me = useMe();
  if (!id || !me.can.includes(viewCustomer.name)) return null;
  return (
    <TextLink className="inline-flex min-h-6 items-center" to={`/customers/${id}`}>
      Customer
    </TextLink>
  );
}
