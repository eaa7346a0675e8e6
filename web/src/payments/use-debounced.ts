import { useEffect, useState } from 'react';

/** A value once it has stopped changing, so that not every letter becomes a call. */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
