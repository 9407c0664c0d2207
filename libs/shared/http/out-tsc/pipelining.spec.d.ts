export {};
//# sourceMappingURL=pipelining.spec.d.ts.map