export {};
//# sourceMappingURL=doctor.e2e.spec.d.ts.map