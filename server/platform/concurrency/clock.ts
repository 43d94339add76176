import { Injectable } from '@nestjs/common';

/** The current time. Tests inject a clock that they can set. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

export const minutes = (n: number) => n * 60_000;
export const hours = (n: number) => n * 3_600_000;
export const days = (n: number) => n * 86_400_000;
export const addMilliseconds = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Returns the day of a time in UTC, `YYYY-MM-DD`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);
