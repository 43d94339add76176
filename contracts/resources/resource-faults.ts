/** Error codes of fields that only the resources use (contracts/base/errors.ts). */
export const resourceFaults = ['invalid_file_name'] as const;
