/** Codes of refused fields that only the resources have (contracts/base/errors.ts). */
export const resourceFaults = ['invalid_file_name'] as const;
