export {};
//# sourceMappingURL=duration.spec.d.ts.map