export {};
//# sourceMappingURL=health.spec.d.ts.map