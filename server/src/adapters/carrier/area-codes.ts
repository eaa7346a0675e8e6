/**
 * Area codes by state, for numbers that look at home. 212 and 312 are left out: there live the
 * demo people and the numbers that testers bring along.
 */
const byState: Readonly<Record<string, string>> = {
  AL: '205 251 256 334',
  AK: '907',
  AZ: '480 520 602 623 928',
  AR: '479 501 870',
  CA: '209 213 310 323 408 415 424 510 530 559 562 619 626 650 661 707 714 760 805 818 858 909 916 925 949',
  CO: '303 719 720 970',
  CT: '203 860',
  DE: '302',
  DC: '202',
  FL: '305 321 352 386 407 561 727 754 772 786 813 850 863 904 941 954',
  GA: '404 470 478 678 706 762 770 912',
  HI: '808',
  ID: '208',
  IL: '217 309 618 630 708 773 815 847',
  IN: '219 260 317 574 765 812',
  IA: '319 515 563 641 712',
  KS: '316 620 785 913',
  KY: '270 502 606 859',
  LA: '225 318 337 504 985',
  ME: '207',
  MD: '240 301 410 443',
  MA: '339 413 508 617 774 781 857 978',
  MI: '231 248 269 313 517 586 616 734 810 906 989',
  MN: '218 320 507 612 651 763 952',
  MS: '228 601 662',
  MO: '314 417 573 636 660 816',
  MT: '406',
  NE: '308 402',
  NV: '702 775',
  NH: '603',
  NJ: '201 609 732 856 862 908 973',
  NM: '505 575',
  NY: '315 347 516 518 585 607 631 646 716 718 845 914 917 929',
  NC: '252 336 704 828 910 919 980',
  ND: '701',
  OH: '216 234 330 419 440 513 614 740 937',
  OK: '405 580 918',
  OR: '458 503 541 971',
  PA: '215 267 412 484 570 610 717 724 814',
  RI: '401',
  SC: '803 843 864',
  SD: '605',
  TN: '423 615 731 865 901 931',
  TX: '210 214 254 281 325 361 409 469 512 682 713 737 806 817 830 832 903 915 936 940 956 972 979',
  UT: '385 435 801',
  VT: '802',
  VA: '276 434 540 571 703 757 804',
  WA: '206 253 360 425 509',
  WV: '304',
  WI: '262 414 608 715 920',
  WY: '307',
  PR: '787 939',
  GU: '671',
  VI: '340',
  AS: '684',
  MP: '670',
};

/** The area codes of a state; none for one that has none of its own. */
export function areaCodesOf(state: string | undefined): readonly string[] {
  return (state !== undefined && byState[state]?.split(' ')) || [];
}

export const allAreaCodes: readonly string[] = Object.values(byState).flatMap((codes) =>
  codes.split(' '),
);
