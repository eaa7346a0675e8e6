import { stateOfZip } from '@portside/contract/places';

export interface Area {
  readonly code: string;
  readonly town: string;
  readonly state: string;
  /** The first three digits of the ZIP Codes in its town. */
  readonly prefix: number;
}

/** By state: area code, ZIP prefix, town. 212 and 312 are reserved for demo people and port-in tests. */
const byState: Readonly<Record<string, string>> = {
  AL: '205 352 Birmingham|251 366 Mobile|256 358 Huntsville|334 361 Montgomery',
  AK: '907 995 Anchorage',
  AZ: '480 852 Chandler|520 857 Tucson|602 850 Phoenix|623 853 Glendale|928 860 Flagstaff',
  AR: '479 729 Fort Smith|501 722 Little Rock|870 724 Jonesboro',
  CA:
    '209 952 Stockton|213 900 Los Angeles|310 902 Beverly Hills|323 900 Los Angeles|' +
    '408 951 San Jose|415 941 San Francisco|424 905 Torrance|510 946 Oakland|' +
    '530 960 Redding|559 937 Fresno|562 908 Long Beach|619 921 San Diego|' +
    '626 911 Pasadena|650 944 San Mateo|661 933 Bakersfield|707 954 Santa Rosa|' +
    '714 928 Anaheim|760 920 Oceanside|805 930 Oxnard|818 915 Burbank|' +
    '858 921 San Diego|909 924 San Bernardino|916 958 Sacramento|925 945 Concord|' +
    '949 926 Irvine',
  CO: '303 802 Denver|719 809 Colorado Springs|720 802 Denver|970 805 Fort Collins',
  CT: '203 065 New Haven|860 061 Hartford',
  DE: '302 198 Wilmington',
  DC: '202 200 Washington',
  FL:
    '305 331 Miami|321 329 Melbourne|352 326 Gainesville|386 321 Daytona Beach|' +
    '407 328 Orlando|561 334 West Palm Beach|727 337 St. Petersburg|' +
    '754 333 Fort Lauderdale|772 349 Port St. Lucie|786 331 Miami|813 336 Tampa|' +
    '850 323 Tallahassee|863 338 Lakeland|904 322 Jacksonville|941 342 Sarasota|' +
    '954 333 Fort Lauderdale',
  GA:
    '404 303 Atlanta|470 303 Atlanta|478 312 Macon|678 303 Atlanta|706 309 Augusta|' +
    '762 319 Columbus|770 300 Marietta|912 314 Savannah',
  HI: '808 968 Honolulu',
  ID: '208 837 Boise',
  IL:
    '217 627 Springfield|309 616 Peoria|618 622 Belleville|630 605 Naperville|' +
    '708 604 Oak Lawn|773 606 Chicago|815 611 Rockford|847 602 Evanston',
  IN:
    '219 464 Gary|260 468 Fort Wayne|317 462 Indianapolis|574 466 South Bend|' +
    '765 473 Muncie|812 477 Evansville',
  IA:
    '319 524 Cedar Rapids|515 503 Des Moines|563 528 Davenport|641 504 Mason City|' +
    '712 511 Sioux City',
  KS: '316 672 Wichita|620 678 Dodge City|785 666 Topeka|913 662 Overland Park',
  KY: '270 421 Bowling Green|502 402 Louisville|606 411 Ashland|859 405 Lexington',
  LA:
    '225 708 Baton Rouge|318 711 Shreveport|337 705 Lafayette|504 701 New Orleans|' +
    '985 703 Houma',
  ME: '207 041 Portland',
  MD: '240 208 Bethesda|301 209 Silver Spring|410 212 Baltimore|443 212 Baltimore',
  MA:
    '339 024 Waltham|413 011 Springfield|508 016 Worcester|617 021 Boston|' +
    '774 016 Worcester|781 024 Waltham|857 021 Boston|978 018 Lowell',
  MI:
    '231 496 Traverse City|248 483 Pontiac|269 490 Kalamazoo|313 482 Detroit|' +
    '517 489 Lansing|586 480 Warren|616 495 Grand Rapids|734 481 Ann Arbor|' +
    '810 485 Flint|906 498 Marquette|989 486 Saginaw',
  MN:
    '218 558 Duluth|320 563 St. Cloud|507 559 Rochester|612 554 Minneapolis|' +
    '651 551 St. Paul|763 553 Maple Grove|952 554 Bloomington',
  MS: '228 395 Gulfport|601 392 Jackson|662 388 Tupelo',
  MO:
    '314 631 St. Louis|417 658 Springfield|573 652 Columbia|636 633 St. Charles|' +
    '660 653 Sedalia|816 641 Kansas City',
  MT: '406 591 Billings',
  NE: '308 688 Grand Island|402 681 Omaha',
  NV: '702 891 Las Vegas|775 895 Reno',
  NH: '603 031 Manchester',
  NJ:
    '201 073 Jersey City|609 086 Trenton|732 089 New Brunswick|856 081 Camden|' +
    '862 071 Newark|908 072 Elizabeth|973 071 Newark',
  NM: '505 871 Albuquerque|575 880 Las Cruces',
  NY:
    '315 132 Syracuse|347 112 Brooklyn|516 115 Hempstead|518 122 Albany|' +
    '585 146 Rochester|607 139 Binghamton|631 117 Huntington|646 100 New York|' +
    '716 142 Buffalo|718 104 Bronx|845 126 Poughkeepsie|914 107 Yonkers|' +
    '917 100 New York|929 113 Queens',
  NC:
    '252 278 Greenville|336 274 Greensboro|704 282 Charlotte|828 288 Asheville|' +
    '910 283 Fayetteville|919 276 Raleigh|980 282 Charlotte',
  ND: '701 581 Fargo',
  OH:
    '216 441 Cleveland|234 443 Akron|330 443 Akron|419 436 Toledo|440 440 Mentor|' +
    '513 452 Cincinnati|614 432 Columbus|740 430 Newark|937 454 Dayton',
  OK: '405 731 Oklahoma City|580 735 Lawton|918 741 Tulsa',
  OR: '458 974 Eugene|503 972 Portland|541 974 Eugene|971 972 Portland',
  PA:
    '215 191 Philadelphia|267 191 Philadelphia|412 152 Pittsburgh|484 181 Allentown|' +
    '570 185 Scranton|610 181 Allentown|717 171 Harrisburg|724 156 Greensburg|' +
    '814 165 Erie',
  RI: '401 029 Providence',
  SC: '803 292 Columbia|843 294 Charleston|864 296 Greenville',
  SD: '605 571 Sioux Falls',
  TN:
    '423 374 Chattanooga|615 372 Nashville|731 383 Jackson|865 379 Knoxville|' +
    '901 381 Memphis|931 370 Clarksville',
  TX:
    '210 782 San Antonio|214 752 Dallas|254 767 Waco|281 770 Houston|325 796 Abilene|' +
    '361 784 Corpus Christi|409 777 Beaumont|469 752 Dallas|512 787 Austin|' +
    '682 761 Fort Worth|713 770 Houston|737 787 Austin|806 794 Lubbock|' +
    '817 761 Fort Worth|830 781 New Braunfels|832 770 Houston|903 757 Tyler|' +
    '915 799 El Paso|936 773 Conroe|940 763 Wichita Falls|956 780 Laredo|' +
    '972 750 Plano|979 778 Bryan',
  UT: '385 841 Salt Lake City|435 847 St. George|801 841 Salt Lake City',
  VT: '802 054 Burlington',
  VA:
    '276 242 Bristol|434 245 Lynchburg|540 240 Roanoke|571 222 Arlington|' +
    '703 222 Arlington|757 235 Norfolk|804 232 Richmond',
  WA: '206 981 Seattle|253 984 Tacoma|360 985 Olympia|425 980 Bellevue|509 992 Spokane',
  WV: '304 253 Charleston',
  WI: '262 531 Waukesha|414 532 Milwaukee|608 537 Madison|715 547 Eau Claire|920 543 Green Bay',
  WY: '307 820 Cheyenne',
  PR: '787 009 San Juan|939 009 San Juan',
  GU: '671 969 Hagåtña',
  VI: '340 008 Charlotte Amalie',
  AS: '684 967 Pago Pago',
  MP: '670 969 Saipan',
};

const areas: readonly Area[] = Object.entries(byState).flatMap(([state, listed]) =>
  listed.split('|').map((one) => {
    const [code = '', prefix, ...town] = one.split(' ');
    return { code, prefix: Number(prefix), town: town.join(' '), state };
  }),
);

export const allAreaCodes: readonly string[] = areas.map(({ code }) => code);

export const areaOf = (msisdn: string): Area | undefined =>
  areas.find(({ code }) => msisdn.startsWith(code));

/** Those of the ZIP Code's state, in groups: the nearest town's first. */
export function areaCodesNear(zipCode: string): readonly (readonly string[])[] {
  const state = stateOfZip(zipCode);
  const near = new Map<number, string[]>();
  for (const area of areas) {
    if (area.state !== state) continue;
    const distance = Math.abs(area.prefix - Number(zipCode.slice(0, 3)));
    near.set(distance, [...(near.get(distance) ?? []), area.code]);
  }
  return [...near].toSorted(([one], [other]) => one - other).map(([, codes]) => codes);
}
