import { resourcesLimits } from '../../contracts/resources/limits';
import {
  noPersonalData,
  retentionUntilExpiry,
  type PersonalDataDeclaration,
  type TableDeclaration,
} from '../platform/context/context';
import { ResourceShareRow } from './model/resource-share.entity';
import { ResourceUploadRow } from './model/resource-upload.entity';
import { ResourceRow, ResourceVersionRow } from './model/resource.entity';

const ofOwner: PersonalDataDeclaration = {
  about: 'the researcher whose files they are',
  erased: { by: 'statement' },
  exported: { in: 'resources' },
};

/**
 * The tables of this context: whose data they hold, how these are erased, and how long they are
 * kept.
 */
export const resourcesTables: readonly TableDeclaration[] = [
  {
    entity: ResourceRow,
    holds: 'a file or a folder of a researcher: its name, who made it, under which terms',
    personalData: ofOwner,
    retention: {
      kept: `until its owner deletes it, and ${resourcesLimits.binDays} days in the bin, or with the account`,
    },
  },
  {
    entity: ResourceVersionRow,
    holds:
      'a version of a file: the hash, size and type of its bytes, and what a worker read in them',
    personalData: ofOwner,
    retention: { kept: 'as long as its file' },
  },
  {
    entity: ResourceUploadRow,
    holds: 'an upload: the name, size and hash of a file, and how much of it has arrived',
    personalData: {
      about: 'the researcher whose files they are',
      erased: { by: 'statement' },
      exported: { not: 'a day later it is a file, or gone' },
    },
    retention: retentionUntilExpiry('a day after its creation'),
  },
  {
    entity: ResourceShareRow,
    holds: 'a folder that the people of a study or the members of a classroom may read or copy',
    personalData: noPersonalData('a folder, and a study or a classroom'),
    retention: { kept: 'until its owner ends it, or with the folder or the study' },
  },
];
