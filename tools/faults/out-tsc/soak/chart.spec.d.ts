export {};
//# sourceMappingURL=chart.spec.d.ts.map