import { describe, expect, test } from 'vitest';
import { countryOptions, isCountry } from './countries.ts';
import { isState, stateGoesWithZip, stateOfZip, stateOptions, streetDirections } from './places.ts';

test('[H36] the 50 states come first, then DC, the territories and the military codes', () => {
  const codes = stateOptions.map((state) => state.value);
  expect(new Set(codes).size).toBe(59);
  expect(codes.slice(50)).toEqual(['DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'AA', 'AE', 'AP']);
  const labels = stateOptions.slice(0, 50).map((state) => state.label);
  expect(labels).toEqual([...labels].sort());
  expect(stateOptions[0]).toEqual({ value: 'AL', label: 'Alabama' });
  expect(stateOptions).toContainEqual({ value: 'WV', label: 'West Virginia' });
  for (const { value, label } of stateOptions) {
    expect(value).toMatch(/^[A-Z]{2}$/);
    expect(label).toMatch(/^[A-Z][a-z.]/i);
  }
  expect([isState('NY'), isState('ZZ'), isState('')]).toEqual([true, false, false]);
});

test('[H36] the street directions', () => {
  expect(streetDirections).toEqual(['N', 'E', 'S', 'W', 'NE', 'NW', 'SE', 'SW']);
});

describe('the state of a ZIP Code', () => {
  const zips: Record<string, string> = {
    AL: '35203 36104',
    AK: '99501',
    AZ: '85001 86556',
    AR: '71601 72959',
    CA: '90001 96162',
    CO: '80202 81658',
    CT: '06001 06928',
    DE: '19701 19980',
    FL: '32004 33101 34997',
    GA: '30001 31999 39901',
    HI: '96701 96813',
    ID: '83201 83876',
    IL: '60601 62999',
    IN: '46001 47997',
    IA: '50001 52809',
    KS: '66002 67954',
    KY: '40003 42788',
    LA: '70001 71497',
    ME: '03901 04992',
    MD: '20601 21930',
    MA: '01001 02791 05501',
    MI: '48201 49971',
    MN: '55101 56763',
    MS: '38601 39776',
    MO: '63101 65899',
    MT: '59001 59937',
    NE: '68001 69367',
    NV: '88901 89883',
    NH: '03031 03897',
    NJ: '07001 08989',
    NM: '87001 88441',
    NY: '00501 06390 10001 14975',
    NC: '27006 28909',
    ND: '58001 58856',
    OH: '43001 45999',
    OK: '73001 73199 73401 74966',
    OR: '97001 97920',
    PA: '15001 19640',
    RI: '02801 02940',
    SC: '29001 29948',
    SD: '57001 57799',
    TN: '37010 38589',
    TX: '73301 75001 79999 88510',
    UT: '84001 84784',
    VT: '05001 05495 05601 05907',
    VA: '20101 22001 24658',
    WA: '98001 99403',
    WV: '24701 26886',
    WI: '53001 54990',
    WY: '82001 83128',
    DC: '20001 20599 56901',
    PR: '00601 00926 00988',
    VI: '00802',
    GU: '96910',
    MP: '96950',
    AS: '96799',
    AA: '34002',
    AE: '09001 09898',
    AP: '96201 96698',
  };

  test('[H36] every state, DC, the territories and the military have theirs', () => {
    expect(Object.keys(zips).sort()).toEqual(stateOptions.map((state) => state.value).sort());
    for (const [state, list] of Object.entries(zips)) {
      for (const zip of list.split(' ')) expect(stateOfZip(zip), zip).toBe(state);
    }
  });

  test('[H16] [H36] what is no ZIP Code of a state has none', () => {
    for (const zip of [
      '00000',
      '00400',
      '26999',
      '96940',
      '96960',
      '1000',
      '100011',
      'abcde',
      '',
    ]) {
      expect(stateOfZip(zip), zip).toBeUndefined();
    }
  });

  test('[H36] every prefix leads to a state of the list or to none', () => {
    for (let zip = 0; zip < 100_000; zip += 10) {
      const state = stateOfZip(String(zip).padStart(5, '0'));
      if (state !== undefined && !isState(state)) expect.fail(`${zip}: ${state}`);
    }
  });
});

describe('countries', () => {
  test('[H36] [H17] each has a code, a name and a calling code', () => {
    const options = countryOptions();
    expect(options).toHaveLength(250);
    expect(new Set(options.map((country) => country.value)).size).toBe(250);
    for (const { value, label, flag, callingCode } of options) {
      expect(flag).toBe(`/country-flags/${value}.svg`);
      expect(value).toMatch(/^[A-Z]{2}$/);
      expect(label, value).not.toBe(value);
      expect(callingCode).toMatch(/^\+[1-9]\d{0,2}$/);
    }
    const codeOf = (value: string) => options.find((one) => one.value === value)?.callingCode;
    expect(['US', 'CA', 'GB', 'MX', 'IE', 'KZ'].map(codeOf)).toEqual([
      '+1',
      '+1',
      '+44',
      '+52',
      '+353',
      '+7',
    ]);
    expect([isCountry('US'), isCountry('ZZ'), isCountry('SR'), isCountry('')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('[H36] they are named and sorted in the given language, behind the United States', () => {
    const [first, ...others] = countryOptions('es').map((country) => country.label);
    expect(first).toBe('Estados Unidos');
    expect(others[0]).toBe('Afganistán');
    expect(others).toEqual([...others].sort(new Intl.Collator('es').compare));
  });
});

describe('a state goes with a ZIP Code', () => {
  const wholes: readonly (readonly [zip: string, states: string])[] = [
    ['70112', 'AR LA MS TX'],
    ['10038', 'CT MA NJ NY PA VT'],
    ['20001', 'DC MD VA'],
    ['37201', 'AL AR GA KY MO MS NC TN VA'],
    ['99501', 'AK'],
    ['96813', 'HI'],
    ['00901', 'PR'],
    ['09012', 'AE'],
  ];
  test.each(wholes)('%s is in %s and in no other one', (zip, states) => {
    const accepted = stateOptions
      .map((one) => one.value)
      .filter((one) => stateGoesWithZip(one, zip));
    expect(accepted.toSorted()).toEqual(states.split(' '));
  });

  test('who borders on whom is told alike from both sides', () => {
    const zipOf: Record<string, string> = {};
    for (let at = 0; at < 1000; at += 1) {
      const zip = `${String(at).padStart(3, '0')}01`;
      const state = stateOfZip(zip);
      if (state) zipOf[state] ??= zip;
    }
    const states = Object.keys(zipOf);
    expect(states.length).toBeGreaterThanOrEqual(57);
    for (const one of states) {
      for (const other of states) {
        expect(stateGoesWithZip(one, zipOf[other] ?? '')).toBe(
          stateGoesWithZip(other, zipOf[one] ?? ''),
        );
      }
    }
  });
});
