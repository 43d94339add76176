import pino, { type DestinationStream, type Logger } from 'pino';
import type { LoggerService } from '@nestjs/common';

export type { Logger };

/**
 * Writes all lines of one event-loop turn together, since each line would otherwise cost a system
 * call under load. They are flushed before the process exits.
 */
function linesOfATurn(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const flush = () => {
    if (lines === '') return;
    output.write(lines);
    lines = '';
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

let output: DestinationStream | undefined;

/**
 * Creates the log of a process: JSON lines with ids only, never names, addresses, codes, tokens or
 * query strings.
 * @param to where the log is written: standard output, except in tests that read the log
 */
export const createLog = (
  level: string,
  program: string,
  to: DestinationStream = (output ??= linesOfATurn()),
): Logger =>
  pino(
    {
      level,
      base: { program, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['authorization', '*.authorization', 'password', '*.password'],
    },
    to,
  );

/** Writes Nest's own messages to the log of the process. */
export class NestLog implements LoggerService {
  constructor(private readonly pino: Logger) {}

  /** Nest's start-up messages are of no use in production, so they are logged at debug. */
  log(message: unknown, ...context: unknown[]) {
    this.write('debug', message, context);
  }
  debug(message: unknown, ...context: unknown[]) {
    this.write('debug', message, context);
  }
  warn(message: unknown, ...context: unknown[]) {
    this.write('warn', message, context);
  }
  error(message: unknown, ...context: unknown[]) {
    this.write('error', message, context);
  }

  private write(level: 'debug' | 'warn' | 'error', message: unknown, context: unknown[]) {
    this.pino[level](
      { context: context.at(-1) },
      message instanceof Error ? message.message : String(message),
    );
  }
}
