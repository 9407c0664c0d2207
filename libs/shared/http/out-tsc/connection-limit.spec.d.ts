export {};
//# sourceMappingURL=connection-limit.spec.d.ts.map