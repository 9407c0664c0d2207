export {};
//# sourceMappingURL=graceful-shutdown.spec.d.ts.map