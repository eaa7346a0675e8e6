import { useEffect, useRef } from 'react';

/** For what an answer does to the page: who has left it meanwhile is not pulled back. */
export function useLeft(): () => boolean {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return () => isLeft.current;
}
