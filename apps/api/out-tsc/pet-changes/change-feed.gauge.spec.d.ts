export {};
//# sourceMappingURL=change-feed.gauge.spec.d.ts.map