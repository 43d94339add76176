/*
 * The program of the thread that checks the files of one version (report-thread.ts). It gets one
 * file after the other, and then a message that requests the report.
 */
import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { VersionReport } from '../../../../contracts/study-files/study-files';
import type { ManifestFile } from '../../versions/manifest';
import { decodeText } from '../../addresses/decoded.rule';
import type { StudyFileFacts } from '../facts.rule';
import { readFileFacts } from '../facts-of.rule';
import { findJatosStudy } from '../../import-jatos/jatos-study';
import { makeVersionReport, type ReportInput } from '../report.rule';

export interface FileFactsRequest {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether the file is a byte-for-byte copy of a library of this server. */
  readonly isCopy: boolean;
}
export interface ReportRequest extends Pick<
  ReportInput,
  'unread' | 'archiveNotes' | 'unknownEncoding'
> {
  readonly stopped: readonly string[];
  readonly files: readonly ManifestFile[];
}
export type ThreadRequest =
  | { readonly file: FileFactsRequest }
  | { readonly report: ReportRequest };
/**
 * The messages that the thread sends:
 * - at its start, `task`: the directory where the system counts the thread's CPU time
 * - after each file, `report: null`: the thread is ready for the next message
 * - on request, `report` with the report
 */
export type ThreadReply =
  | { readonly report: VersionReport | null }
  | { readonly task: string | null };

const facts = new Map<string, StudyFileFacts>();
const descriptions = new Map<string, string>();

function look({ path, bytes, isCopy }: FileFactsRequest): void {
  const text = decodeText(bytes);
  if (/\.jas$/i.test(path)) descriptions.set(path, text);
  else facts.set(path, readFileFacts(path, text, isCopy));
}

async function report({ files, ...others }: ReportRequest): Promise<VersionReport> {
  const described = files.filter(({ path }) => descriptions.has(path));
  const paths = new Set(files.map(({ path }) => path));
  const textOf = ({ path }: ManifestFile) => Promise.resolve(descriptions.get(path) ?? '');
  const jatos = await findJatosStudy(described, textOf, paths);
  const checked = files.map(({ path }) => {
    const found = facts.get(path);
    return found ? { path, facts: found } : { path };
  });
  return makeVersionReport({ files: checked, jatos, ...others });
}

async function answer(asked: ThreadRequest): Promise<ThreadReply> {
  if ('report' in asked) return { report: await report(asked.report) };
  look(asked.file);
  return { report: null };
}

/** Returns the directory of this thread below /proc; null on systems other than Linux. */
function taskOfThis(): string | null {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return null;
  }
}

parentPort?.on('message', (asked: ThreadRequest) => {
  void answer(asked).then((told) => parentPort?.postMessage(told));
});
parentPort?.postMessage({ task: taskOfThis() } satisfies ThreadReply);
