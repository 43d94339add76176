import {
  participantUrl,
  externalUrlFault,
  duplicateParameterFault,
  type ParameterAliases,
} from '../../../../contracts/studies/external-url';

/** Invented values that resemble real values: a preview shows the link as participants open it. */
const madeUp = {
  participant: '5ca1ab1e00000000000000000000c0de',
  study: '00000000-0000-4000-8000-000000000001',
  session: '00000000-0000-4000-8000-000000000002',
  participation: '0123456789abcdef',
};

/** Makes the link that an invented participant would open; null if the address is invalid. */
export const sampleLink = (url: string, names?: ParameterAliases): string | null =>
  externalUrlFault(url) === null && duplicateParameterFault(url, names) === null
    ? participantUrl(url, madeUp, names)
    : null;
