import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type PasswordAdvice, wordsOf } from './password-advice.rule';

/** Follows what is typed with a little distance, so that nobody is told about half a password. */
export function usePasswordAdvice(password: string, about: readonly string[]): PasswordAdvice {
  const words = wordsOf(about).join(' ');
  const [asked] = useDebouncedValue(password, 400);
  const [advice, setAdvice] = useState<{ for: string; advice: PasswordAdvice }>({
    for: '',
    advice: null,
  });
  useEffect(() => {
    if (asked.length < 4) return undefined;
    let wanted = true;
    // Without the words there is no advice, and nothing else is lost.
    import('./password-texts').then(
      ({ adviceOn }) => {
        if (wanted)
          setAdvice({ for: asked, advice: adviceOn(asked, words.split(' ').filter(Boolean)) });
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [asked, words]);
  return advice.for === password ? advice.advice : null;
}
