export {};
//# sourceMappingURL=verify-key-concurrency.spec.d.ts.map