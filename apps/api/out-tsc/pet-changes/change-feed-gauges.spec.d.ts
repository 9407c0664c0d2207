export {};
//# sourceMappingURL=change-feed-gauges.spec.d.ts.map