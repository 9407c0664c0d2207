export {};
//# sourceMappingURL=memory.e2e.spec.d.ts.map