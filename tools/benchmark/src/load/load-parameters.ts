import type { ApiRequest } from '@petstore/driver';

/** Requests, connections and duration of a load. */
export interface LoadParameters {
  /** `http://host:port`. */
  readonly address: string;
  /** `Authorization` header. */
  readonly authorization: string;
  readonly connections: number;
  /** Seconds of the measurement window. */
  readonly seconds: number;
  /** Returns the next request for any connection. */
  readonly draw: () => ApiRequest;
}

/** Results of a measurement window. */
export interface Window {
  /** Duration in milliseconds. */
  readonly milliseconds: number;
  /** Responses within the window. */
  readonly responses: number;
  /** Percentiles of the response times in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The longest response time in milliseconds. */
  readonly longest: number;
}

/** Called when the window opens and when it closes. Reads the counters of the measurement. */
export type WindowObserver = (moment: 'opens' | 'closes') => void;

/** Sends requests on all connections without a pause. Draws the requests before the window opens and sends them in a cycle. */
export interface LoadGenerator {
  /** Name in reports. */
  readonly name: string;
  /** @throws InvalidMeasurement if requests were refused or failed */
  readonly run: (load: LoadParameters, observe: WindowObserver) => Promise<Window>;
}

/** 100 different requests for each of 64 connections. */
const requestCount = 6_400;

/** Draws the requests of a load. */
export function drawAll({ draw }: LoadParameters): ApiRequest[] {
  return Array.from({ length: requestCount }, draw);
}
