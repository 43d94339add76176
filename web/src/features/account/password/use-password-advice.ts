import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type PasswordAdvice, guessableWordsIn } from './password-advice.rule';

/** Returns the advice on a password, after a pause in typing: a half-typed password gets none. */
export function usePasswordAdvice(password: string, about: readonly string[]): PasswordAdvice {
  const words = guessableWordsIn(about).join(' ');
  const [asked] = useDebouncedValue(password, 400);
  const [advice, setAdvice] = useState<{ for: string; advice: PasswordAdvice }>({
    for: '',
    advice: null,
  });
  useEffect(() => {
    if (asked.length < 4) return undefined;
    let wanted = true;
    // If the word lists cannot be loaded, there is no advice, and everything else works.
    import('./password-texts').then(
      ({ passwordAdviceOn }) => {
        if (wanted)
          setAdvice({
            for: asked,
            advice: passwordAdviceOn(asked, words.split(' ').filter(Boolean)),
          });
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [asked, words]);
  return advice.for === password ? advice.advice : null;
}
