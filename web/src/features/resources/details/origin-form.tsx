import { Autocomplete, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeFile,
  changeFolder,
  type ResourceFile,
  type ResourceFolder,
} from '../../../../../contracts/resources/files';
import { resourcesLimits } from '../../../../../contracts/resources/limits';
import { call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { refreshResources } from '../entries/refresh-resources';
import { useFolders } from '../folders/use-folders';
import { inheritedOrigin, originFields, type OriginField } from './origin.rule';

type Of = { kind: 'file'; file: ResourceFile } | { kind: 'folder'; folder: ResourceFolder };

/** Identifiers of licences that pictures, sounds and data often have (SPDX). */
const licences = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC-BY-ND-4.0',
  'CC-BY-NC-ND-4.0',
  'ODbL-1.0',
  'PDDL-1.0',
  'MIT',
  'Apache-2.0',
  'GPL-3.0-or-later',
];
const most: Record<OriginField, number> = {
  licence: resourcesLimits.licence,
  creator: resourcesLimits.credit,
  source: resourcesLimits.source,
};

/**
 * The form that states who made a file, or all files in a folder, and how other people may use it.
 * If a file or folder states no value, the value of the nearest folder above it applies.
 */
export function OriginForm({ of, mayChange }: { of: Of; mayChange: boolean }) {
  const { t } = useTranslation('resources');
  const { tree } = useFolders();
  const own = of.kind === 'file' ? of.file : of.folder;
  const above = of.kind === 'file' ? of.file.folder_id : of.folder.parent_id;
  const [changed, setChanged] = useState<Partial<Record<OriginField, string>>>({});
  const save = useMutation({
    mutationFn: async (): Promise<void> => {
      await (of.kind === 'file'
        ? call(changeFile, { params: { id: own._id }, body: changed })
        : call(changeFolder, { params: { id: own._id }, body: changed }));
    },
    onSuccess: async () => {
      await refreshResources();
      setChanged({});
      showMessage(t('origin.saved'), { type: 'success' });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Text size="sm">{t(of.kind === 'file' ? 'origin.text' : 'origin.text_folder')}</Text>
        {originFields.map((field) => {
          const from = inheritedOrigin(tree, above, field);
          const common = {
            label: t(`origin.${field}`),
            value: changed[field] ?? own[field],
            maxLength: most[field],
            readOnly: !mayChange,
            placeholder: from?.value ?? '',
            description: from
              ? t('origin.from', { value: from.value, folder: from.folder.name || t('view.own') })
              : t(`origin_hint.${field}`),
          };
          const set = (value: string) => setChanged((now) => ({ ...now, [field]: value }));
          return field === 'licence' ? (
            <Autocomplete key={field} {...common} data={licences} onChange={set} />
          ) : (
            <TextInput
              key={field}
              {...common}
              onChange={({ currentTarget }) => set(currentTarget.value)}
            />
          );
        })}
        <ErrorNotice error={save.error} />
        {mayChange && (
          <div>
            <Button
              type="submit"
              disabled={Object.keys(changed).length === 0}
              loading={save.isPending}
            >
              {t('origin.save')}
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}
