/** Sales tax in basis points, 911 fee in cents a line. */
export interface StateRate {
  taxBasisPoints: number;
  fee911Cents: number;
}

// Average rates, good for an estimate only.
const table =
  'AL 943 225|AK 182 200|AZ 852 20|AR 947 130|CA 880 41|CO 786 220|CT 635 79|DE 0 60|FL 700 40|' +
  'GA 742 150|HI 450 66|ID 603 125|IL 889 150|IN 700 103|IA 694 100|KS 875 90|KY 600 70|LA 1012 125|' +
  'ME 550 35|MD 600 150|MA 625 150|MI 600 25|MN 804 80|MS 706 100|MO 842 150|MT 0 100|NE 697 70|' +
  'NV 824 85|NH 0 75|NJ 660 90|NM 763 100|NY 853 120|NC 700 55|ND 708 200|OH 729 40|OK 906 125|' +
  'OR 0 125|PA 634 195|RI 700 50|SC 750 79|SD 611 200|TN 961 150|TX 820 50|UT 742 96|VT 637 72|' +
  'VA 577 94|WA 951 130|WV 659 364|WI 570 75|WY 556 75|DC 600 76|PR 1150 50|GU 500 100|VI 500 200|' +
  'AS 0 0|MP 0 100|AA 0 0|AE 0 0|AP 0 0';

const rates: ReadonlyMap<string, StateRate> = new Map(
  table.split('|').map((row) => {
    const [state = '', tax, fee] = row.split(' ');
    return [state, { taxBasisPoints: Number(tax), fee911Cents: Number(fee) }];
  }),
);

export function rateOf(state: string): StateRate {
  return rates.get(state) ?? { taxBasisPoints: 0, fee911Cents: 0 };
}
