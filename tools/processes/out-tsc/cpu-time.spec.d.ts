export {};
//# sourceMappingURL=cpu-time.spec.d.ts.map