import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './passages.module.css';
import type { ComparedPassage, PassagePiece } from './text-difference';

function Marked({ kind, text }: PassagePiece) {
  const { t } = useTranslation('consent-versions');
  if (kind === 'same') return text;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <VisuallyHidden>{t(`mark.${kind}`)} </VisuallyHidden>
      {text}
      <VisuallyHidden> {t(`mark.end_${kind}`)}</VisuallyHidden>
    </Mark>
  );
}

/**
 * Shows the difference between two texts: unchanged paragraphs are folded, changed words are
 * marked.
 */
export function DifferencePassages({
  passages,
  lang,
}: {
  passages: ComparedPassage[];
  lang: string | undefined;
}) {
  const { t } = useTranslation('consent-versions');
  return (
    <Stack gap="sm">
      {passages.map((one, i) =>
        one.kind === 'same' ? (
          <details key={i} className={classes.same}>
            <summary>{t('same', { count: one.paragraphs.length })}</summary>
            {one.paragraphs.map((text, n) => (
              <Text key={n} mt="xs" className={classes.passage} lang={lang}>
                {text}
              </Text>
            ))}
          </details>
        ) : (
          <Text key={i} component="div" className={classes.passage} lang={lang}>
            {one.pieces.map((piece, n) => (
              <Marked key={n} {...piece} />
            ))}
          </Text>
        ),
      )}
    </Stack>
  );
}
