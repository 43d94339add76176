/* The program of a thread that checks one large SVG (check-svg.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { faultOfSvg } from './svg-fault';

parentPort?.postMessage({ fault: faultOfSvg(workerData as string) });
