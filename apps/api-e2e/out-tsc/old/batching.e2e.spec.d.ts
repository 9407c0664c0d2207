export {};
//# sourceMappingURL=batching.e2e.spec.d.ts.map