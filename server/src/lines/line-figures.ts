export {
  activated as countActivated,
  activatedAtOnce as linesActivatedAtOnce,
  due as countRenewalsDue,
  ended as countEnded,
  firstActivation,
} from './figure-store.ts';
