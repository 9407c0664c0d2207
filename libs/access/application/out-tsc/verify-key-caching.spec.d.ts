export {};
//# sourceMappingURL=verify-key-caching.spec.d.ts.map