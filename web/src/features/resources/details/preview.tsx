import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResourceFile } from '../../../../../contracts/resources/files';
import { ApiError } from '../../../lib/http/api';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { previewKindOf } from '../list/facts.rule';
import { reusedSignedUrl } from '../list/reused-signed-url';
import classes from './details.module.css';

/** The number of bytes of a text that are shown. */
const textBytes = 65_536;

/** Reads the beginning of a text file. The address is signed, so the request needs no token. */
async function beginningOf(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, {
    signal,
    credentials: 'omit',
    headers: { range: `bytes=0-${textBytes - 1}` },
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'unreachable', '');
  });
  if (!answer.ok) throw new ApiError(answer.status, 'not_found', '');
  return (await answer.text()).slice(0, textBytes);
}

function TextPreview({ url, sha256, bytes }: { url: string; sha256: string; bytes: number }) {
  const { t } = useTranslation('resources');
  const { data, error } = useQuery({
    queryKey: ['text of a resource', sha256],
    queryFn: ({ signal }) => beginningOf(url, signal),
    staleTime: Infinity,
  });
  if (error) return <Text size="sm">{t('preview.failed')}</Text>;
  if (data === undefined) return null;
  return (
    <>
      <pre className={classes.text} tabIndex={0} aria-label={t('preview.text')}>
        {data}
      </pre>
      {bytes > textBytes && (
        <Text size="xs" c="dimmed" p="xs">
          {t('preview.beginning', { bytes: formatBytes(textBytes) })}
        </Text>
      )}
    </>
  );
}

/** Shows the content of the file, if the browser can. */
export function FilePreview({ file }: { file: ResourceFile }) {
  const { t } = useTranslation('resources');
  // The address is reused: with a new one, a sound or a film that is playing would start again.
  const url = file.url === null ? null : reusedSignedUrl(file.url);
  const [isBroken, setBroken] = useState(false);
  const fail = () => setBroken(true);
  if (file.state !== 'ready' || url === null)
    return (
      <div className={classes.preview}>
        <Text size="sm" p="md" ta="center">
          {t(`state_text.${file.state}`)}
        </Text>
      </div>
    );
  const kind = previewKindOf(file.type);
  if (kind === 'none') return null;
  const label = t('preview.of', { name: file.name });
  const shown = `${url}&inline=1`;
  if (isBroken)
    return (
      <div className={classes.preview}>
        <Text size="sm" p="md" ta="center">
          {t('preview.failed')}
        </Text>
      </div>
    );
  return (
    <div className={classes.preview} key={file.sha256}>
      {kind === 'picture' && <img src={shown} alt={label} onError={fail} />}
      {kind === 'sound' && (
        <audio controls preload="metadata" src={shown} aria-label={label} onError={fail} />
      )}
      {kind === 'video' && (
        <video controls preload="metadata" src={shown} aria-label={label} onError={fail} />
      )}
      {kind === 'document' && (
        <Stack gap={0} w="100%">
          {navigator.pdfViewerEnabled && (
            <iframe title={label} src={`${shown}#navpanes=0&view=FitH`} className={classes.frame} />
          )}
          <Anchor href={shown} target="_blank" rel="noopener" p="sm">
            {t('preview.open')}
          </Anchor>
        </Stack>
      )}
      {kind === 'text' && <TextPreview url={url} sha256={file.sha256} bytes={file.bytes} />}
    </div>
  );
}
