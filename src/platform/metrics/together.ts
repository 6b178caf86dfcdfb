import { AggregatorRegistry } from "prom-client";

/** The kind of text that Prometheus reads. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** The figures of several processes as one text: numbers are added, but for those of which the worst counts. */
export const together = (figures: object[][]): Promise<string> => AggregatorRegistry.aggregate(figures).metrics();
