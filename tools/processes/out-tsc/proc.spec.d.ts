export {};
//# sourceMappingURL=proc.spec.d.ts.map