export {};
//# sourceMappingURL=contention.e2e.spec.d.ts.map