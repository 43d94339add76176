import { Button } from '@mantine/core';
import { IconTableExport } from '../../../ui/icons/table-export';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { limits } from '../../../../../contracts/base/limits';
import { readRoster, type RosterEntry } from '../../../../../contracts/enrolment/rosters';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { saveFile } from '../../../lib/save-file';
import { showMessage } from '../../../lib/ui.store';
import { participantsCsv } from './decisions-csv';

/**
 * Downloads the whole list as a file without names. The researcher can enter decisions in the file
 * and upload it.
 */
export function SaveParticipantList({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('session-page');
  const save = useMutation({
    mutationFn: async () => {
      const all: z.output<typeof RosterEntry>[] = [];
      let cursor: string | undefined;
      do {
        const page = await call(readRoster, {
          params: { id: sessionId },
          query: { names: 'false', limit: limits.pageSizeMax, ...(cursor && { cursor }) },
        });
        all.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      saveFile(`${t('csv.file_name')}.csv`, participantsCsv(all), 'text/csv');
    },
    onError: (error) => showMessage(error.message, { type: 'error' }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconTableExport size={18} aria-hidden />}
      onClick={() => save.mutate()}
      loading={save.isPending}
    >
      {t('csv.save')}
    </Button>
  );
}
